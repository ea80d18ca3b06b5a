import { configure } from '../../../node_modules/@testing-library/react/dist/index.js';

// The library's own limit, one second, is too short on a machine that runs several suites.
configure({ asyncUtilTimeout: 60_000 });

export * from '../../../node_modules/@testing-library/react/dist/index.js';
