// How long tests wait for what is drawn. A busy machine is slow, not wrong: waiting ends as soon as what is waited for is
// there.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
