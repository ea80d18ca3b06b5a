import type { Currency } from '@sixpence/contracts/currencies';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure, post } from '../../../lib/http.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import type { Refused, UsableForm } from './card-form.js';
import { intentIdOf } from './intent-id.js';
import { payProblem } from './pay-problem.js';
import { payOutcomes } from './top-up-words.js';

/** How long after an amount is chosen its payment is prepared (specification §4). */
const intentDelayMs = 100;

/** What is told of a payment under its form. */
export type Said = { done: string } | { problem: string; advice?: string };

export interface TopUp {
  amount: number | undefined;
  /** What the payment form is made of; absent until it is there. */
  secret: string | undefined;
  accepted: boolean;
  paying: boolean;
  /** The payment that is looked at was made elsewhere: the person has just come back. */
  resuming: boolean;
  said: Said | undefined;
  say: (said: Said | undefined) => void;
  refuse: (refused: Refused) => void;
  choose: (amount: number | undefined) => void;
  accept: (accepted: boolean) => void;
  pay: () => Promise<void>;
  /** Goes on with a payment for which the person had to leave the page. */
  resume: (intentId: string) => Promise<void>;
  /** Back to the beginning, as for another currency. */
  reset: () => void;
}

/** One top-up, from the amount to the thanks; `onBegin` is called when it goes on, `onPaid` once it is in the balance. */
export function useTopUp(props: {
  currency: Currency | undefined;
  form: RefObject<UsableForm | undefined>;
  onBegin: () => void;
  onPaid: () => void;
}): TopUp {
  const { currency, form, onBegin, onPaid } = props;
  const sessionHolds = useSessionCheck();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<{ amount?: number; secret?: string }>({});
  const [accepted, setAccepted] = useState(false);
  const [said, say] = useState<Said>();
  const [act, setAct] = useState<'pay' | 'resume'>();
  const busy = useRef(false);
  const latestTurn = useRef(0);
  /** The payment that is used again when another amount is chosen. */
  const intent = useRef<{ id?: string }>({});
  /** Payments are prepared one after the other, so that the last choice is the last that the provider hears of. */
  const line = useRef<Promise<unknown>>(Promise.resolve());

  function begin(amount?: number): number {
    setChoice(amount === undefined ? {} : { amount });
    setAccepted(false);
    say(undefined);
    onBegin();
    return ++latestTurn.current;
  }

  function reset() {
    begin();
    intent.current = {};
  }

  function choose(amount: number | undefined) {
    const turn = begin(amount);
    const checked = sessionHolds();
    if (amount === undefined || currency === undefined) return;
    const isLatest = () => turn === latestTurn.current;
    const used = intent.current;
    const due = pause(intentDelayMs);
    line.current = line.current.then(async () => {
      await due;
      if (!(await checked) || !isLatest()) return;
      try {
        const asked = { amount, currency, payment_intent_id: used.id ?? null };
        const { clientSecret } = await post('/stripe-payment-intent', asked);
        used.id = intentIdOf(clientSecret);
        if (isLatest()) setChoice({ amount, secret: clientSecret });
      } catch (error) {
        if (isLatest()) await tell(error, payOutcomes.initializing, payOutcomes.initializingAdvice);
      }
    });
  }

  /** Only one thing is done with a payment at a time. */
  async function alone(name: 'pay' | 'resume', work: () => Promise<void>) {
    if (busy.current) return;
    busy.current = true;
    setAct(name);
    say(undefined);
    onBegin();
    try {
      if (await sessionHolds()) await work();
    } finally {
      busy.current = false;
      setAct(undefined);
    }
  }

  async function confirm() {
    const problem = payProblem({
      accepted,
      amount: choice.amount,
      secret: choice.secret,
      form: form.current,
    });
    if (problem !== undefined || !form.current || choice.secret === undefined) {
      if (problem !== undefined) say({ problem });
      return;
    }
    try {
      const confirmed = await form.current.confirm(returnAddress(currency));
      if (confirmed.status === 'confirmed') await validate(intentIdOf(choice.secret));
      else refuse(confirmed);
    } catch (error) {
      console.error('The provider broke off', error);
      say({ problem: payOutcomes.unexpected, advice: payOutcomes.failedAdvice });
    }
  }

  /** The provider takes nothing for this payment, or not by this card. */
  function refuse(refused: Refused) {
    if (refused.status === 'refused') {
      const problem = refused.message ?? payOutcomes.unexpected;
      say({ problem, ...(refused.isDeclined && { advice: payOutcomes.declinedAdvice }) });
      return;
    }
    reset();
    onPaid();
    say({ problem: payOutcomes.outdated, advice: payOutcomes.outdatedAdvice });
  }

  async function validate(intentId: string) {
    const { failed, failedAdvice, success } = payOutcomes;
    try {
      const { found } = await post('/stripe-validate-payment', { payment_intent_id: intentId });
      if (found) {
        reset();
        onPaid();
      }
      say(found ? { done: success } : { problem: failed, advice: failedAdvice });
    } catch (error) {
      await tell(error, failed, failedAdvice);
    }
  }

  async function tell(error: unknown, problem: string, advice: string) {
    if (error instanceof HttpFailure && error.status === 401) await navigate('/login');
    else say({ problem, advice: (error instanceof HttpFailure && error.said) || advice });
  }

  return {
    amount: choice.amount,
    secret: choice.secret,
    accepted,
    paying: act !== undefined,
    resuming: act === 'resume',
    said,
    say,
    refuse,
    choose,
    accept: (ticked) => {
      void sessionHolds();
      setAccepted(ticked);
      say(undefined);
    },
    pay: () => alone('pay', confirm),
    resume: (intentId) => alone('resume', () => validate(intentId)),
    reset,
  };
}

/** Where somebody comes back to who has to prove themselves at their bank. */
function returnAddress(currency: Currency | undefined): string {
  return `${window.location.origin}/credits${currency ? `?currency=${currency}` : ''}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((passed) => setTimeout(passed, ms));
}
