import { expect, test } from '@jest/globals';
import { intentIdOf } from './intent-id.js';

test.each([
  ['pi_3Q_secret_y', 'pi_3Q'],
  ['pi_3QExample_secret_a_b_c', 'pi_3QExample'],
  ['pi_3QExample', 'pi_3QExample'],
])('the client secret %p is of the payment intent %p [row 216]', (secret, id) => {
  expect(intentIdOf(secret)).toBe(id);
});
