/** Jest's environment for tests that run in the process itself: it has nothing of its own. */
export default class InProcess {
  global = {};
  getVmContext() {
    return null;
  }
  setup() {}
  teardown() {}
}
