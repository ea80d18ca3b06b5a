import './compile-once.js';

export { default } from 'jest-environment-jsdom';
