import './compile-once.js';

/** Jest's environment for screens. */
export { default } from 'jest-environment-jsdom';
