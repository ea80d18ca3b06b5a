/** The one place where tests get a port from. It lives in the sandbox, because the global set-up takes compiled code. */
export { freePort } from '@sixpence/sandbox/testing/free-port';
