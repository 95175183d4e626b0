// axe in the views that query a table and change its entities, in every theme: no violation.
import { testAccessibility } from '../fixtures/accessible-scenes';
import { editScenes } from '../scenes/edits';
import { queryScenes } from '../scenes/queries';

testAccessibility(queryScenes);
testAccessibility(editScenes);
