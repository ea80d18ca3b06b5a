import { expect, test } from '@jest/globals';
import { payProblem, type PayState } from './pay-problem.js';

const ready: PayState = { accepted: true, amount: 5, secret: 'pi_1_secret_1', form: { empty: false } };
const nothing: PayState = { accepted: false, amount: undefined, secret: undefined, form: undefined };

test('the first missing input is named, in the order of the specification [rows 282–285, 353–355]', () => {
  const problems = [
    nothing,
    { ...nothing, accepted: true },
    { ...nothing, accepted: true, amount: 5 },
    { ...ready, form: undefined },
    { ...ready, form: { empty: true } },
  ].map(payProblem);
  expect(problems).toEqual([
    'Please agree to the Terms of Service before proceeding.',
    'Please select a top-up amount before proceeding.',
    'Please fill out the payment details first.',
    'Payment system not ready',
    'Please fill out the payment details first.',
  ]);
});

test('a complete form can be paid', () => {
  expect(payProblem(ready)).toBeUndefined();
});
