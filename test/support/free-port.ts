/**
 * The only source of ports for tests. It lives in the sandbox, because the global set-up needs compiled code.
 */
export { freePort } from '@sixpence/sandbox/testing/free-port';
