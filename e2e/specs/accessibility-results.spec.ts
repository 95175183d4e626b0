// axe in the views that analyse a result and in imports, in every theme: no violation.
import { testAccessibility } from '../fixtures/accessible-scenes';
import { importScenes } from '../scenes/imports';
import { resultScenes } from '../scenes/results';

testAccessibility(importScenes);
testAccessibility(resultScenes);
