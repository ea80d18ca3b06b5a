import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import './compile-once.js';

const { createContext } = vm;

/**
 * Jest's environment for Node, on a global object of the plain kind (Node 22.8). The usual kind answers each look at
 * `Math` or `Buffer` by two calls, which takes 25 times as long: in a loop over pixels, seconds.
 */
export default class PlainGlobals extends TestEnvironment {
  constructor(...given) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
  }
}
