import { payProblems } from '../credits-words.en.js';

/** The state of a payment when the user presses PAY. */
export interface PayState {
  accepted: boolean;
  amount: number | undefined;
  secret: string | undefined;
  /** The payment form; undefined until it is ready. `empty`: the user has typed nothing. */
  form: { empty: boolean } | undefined;
}

/** The first missing input, in the order of the specification (§4); undefined when the payment can start. */
export function payProblem({ accepted, amount, secret, form }: PayState): string | undefined {
  if (!accepted) return payProblems.terms;
  if (amount === undefined) return payProblems.amount;
  if (secret === undefined) return payProblems.details;
  if (form === undefined) return payProblems.notReady;
  return form.empty ? payProblems.details : undefined;
}
