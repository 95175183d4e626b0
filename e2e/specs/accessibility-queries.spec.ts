// axe where a table is asked and its entities are changed, in every theme: no violation.
import { testAccessibility } from '../fixtures/accessible-scenes';
import { editScenes } from '../scenes/edits';
import { queryScenes } from '../scenes/queries';

testAccessibility(queryScenes);
testAccessibility(editScenes);
