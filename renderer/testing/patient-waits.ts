// How long tests wait for rendering. A busy machine is slow, not wrong: a wait ends as soon as its condition holds.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
