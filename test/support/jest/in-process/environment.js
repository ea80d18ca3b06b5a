/** Jest's environment for tests that run in the process itself. It adds no globals. */
export default class InProcess {
  global = {};
  getVmContext() {
    return null;
  }
  setup() {}
  teardown() {}
}
