import { payProblems } from './top-up-words.js';

/** What there is of a payment when PAY is pressed. */
export interface PayState {
  accepted: boolean;
  amount: number | undefined;
  secret: string | undefined;
  /** The payment form: absent until it can be used; `empty` while nothing is filled in. */
  form: { empty: boolean } | undefined;
}

/** The first thing that is missing, in the order of the specification (§4); undefined where it can be paid. */
export function payProblem({ accepted, amount, secret, form }: PayState): string | undefined {
  if (!accepted) return payProblems.terms;
  if (amount === undefined) return payProblems.amount;
  if (secret === undefined) return payProblems.details;
  if (form === undefined) return payProblems.notReady;
  return form.empty ? payProblems.details : undefined;
}
