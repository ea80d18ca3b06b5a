import type { Currency } from '@sixpence/contracts/currencies';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure, post } from '../../../lib/http.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import type { Refused, UsableForm } from './card-form.js';
import { intentIdOf } from './intent-id.js';
import { payProblem } from './pay-problem.js';
import { payOutcomes } from '../credits-words.en.js';

/** The delay between the choice of an amount and the request for its payment intent (specification §4). */
const intentDelayMs = 100;

/** A message about a payment, below its form. */
type Message = { done: string } | { problem: string; advice?: string };

export interface TopUp {
  amount: number | undefined;
  /** The client secret for the payment form; undefined until the intent exists. */
  secret: string | undefined;
  accepted: boolean;
  paying: boolean;
  /** The user has come back from their bank, and the page checks the payment. */
  resuming: boolean;
  message: Message | undefined;
  showMessage: (message: Message | undefined) => void;
  refuse: (refused: Refused) => void;
  choose: (amount: number | undefined) => void;
  accept: (accepted: boolean) => void;
  pay: () => Promise<void>;
  /** Checks a payment for which the user had to leave the page. */
  resume: (intentId: string) => Promise<void>;
  /** Starts again, for example in another currency. */
  reset: () => void;
}

/**
 * One top-up, from the choice of an amount to its outcome. `onBegin` is called when the top-up starts,
 * continues, or starts again; `onPaid` when the balance may have changed.
 */
export function useTopUp(props: {
  currency: Currency | undefined;
  form: RefObject<UsableForm | undefined>;
  onBegin: () => void;
  onPaid: () => void;
}): TopUp {
  const { currency, form, onBegin, onPaid } = props;
  const checkSession = useSessionCheck();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<{ amount?: number; secret?: string }>({});
  const [accepted, setAccepted] = useState(false);
  const [message, showMessage] = useState<Message>();
  const [act, setAct] = useState<'pay' | 'resume'>();
  const busy = useRef(false);
  const latestChoice = useRef(0);
  /** A change of the amount reuses this payment intent. */
  const intent = useRef<{ id?: string }>({});
  /** Requests run one after the other, so the provider gets the last choice last. */
  const requestQueue = useRef<Promise<unknown>>(Promise.resolve());

  function begin(amount?: number): number {
    setChoice(amount === undefined ? {} : { amount });
    setAccepted(false);
    showMessage(undefined);
    onBegin();
    return ++latestChoice.current;
  }

  function reset() {
    begin();
    intent.current = {};
  }

  function choose(amount: number | undefined) {
    const choiceNumber = begin(amount);
    const checked = checkSession();
    if (amount === undefined || currency === undefined) return;
    const isLatest = () => choiceNumber === latestChoice.current;
    const currentIntent = intent.current;
    const delay = pause(intentDelayMs);
    requestQueue.current = requestQueue.current.then(async () => {
      await delay;
      if (!(await checked) || !isLatest()) return;
      try {
        const body = { amount, currency, payment_intent_id: currentIntent.id ?? null };
        const { clientSecret } = await post('/stripe-payment-intent', body);
        currentIntent.id = intentIdOf(clientSecret);
        if (isLatest()) setChoice({ amount, secret: clientSecret });
      } catch (error) {
        if (isLatest()) await showFailure(error, payOutcomes.initializing, payOutcomes.initializingAdvice);
      }
    });
  }

  /** Runs one action of a payment at a time; a second is ignored. */
  async function runExclusively(name: 'pay' | 'resume', work: () => Promise<void>) {
    if (busy.current) return;
    busy.current = true;
    setAct(name);
    showMessage(undefined);
    onBegin();
    try {
      if (await checkSession()) await work();
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
      if (problem !== undefined) showMessage({ problem });
      return;
    }
    try {
      const confirmed = await form.current.confirm(returnAddress(currency));
      if (confirmed.status === 'confirmed') await validate(intentIdOf(choice.secret));
      else refuse(confirmed);
    } catch (error) {
      console.error('The payment provider failed', error);
      showMessage({ problem: payOutcomes.unexpected, advice: payOutcomes.failedAdvice });
    }
  }

  /** Shows that the provider refused the payment or its card. */
  function refuse(refused: Refused) {
    if (refused.status === 'refused') {
      const problem = refused.message ?? payOutcomes.unexpected;
      showMessage({ problem, ...(refused.isDeclined && { advice: payOutcomes.declinedAdvice }) });
      return;
    }
    reset();
    onPaid();
    showMessage({ problem: payOutcomes.outdated, advice: payOutcomes.outdatedAdvice });
  }

  async function validate(intentId: string) {
    const { failed, failedAdvice, success } = payOutcomes;
    try {
      const { found } = await post('/stripe-validate-payment', { payment_intent_id: intentId });
      if (found) {
        reset();
        onPaid();
      }
      showMessage(found ? { done: success } : { problem: failed, advice: failedAdvice });
    } catch (error) {
      await showFailure(error, failed, failedAdvice);
    }
  }

  async function showFailure(error: unknown, problem: string, advice: string) {
    if (error instanceof HttpFailure && error.status === 401) await navigate('/login');
    else showMessage({ problem, advice: (error instanceof HttpFailure && error.serverMessage) || advice });
  }

  return {
    amount: choice.amount,
    secret: choice.secret,
    accepted,
    paying: act !== undefined,
    resuming: act === 'resume',
    message,
    showMessage,
    refuse,
    choose,
    accept: (ticked) => {
      void checkSession();
      setAccepted(ticked);
      showMessage(undefined);
    },
    pay: () => runExclusively('pay', confirm),
    resume: (intentId) => runExclusively('resume', () => validate(intentId)),
    reset,
  };
}

/** The address to which the bank sends the user back. */
function returnAddress(currency: Currency | undefined): string {
  return `${window.location.origin}/credits${currency ? `?currency=${currency}` : ''}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((passed) => setTimeout(passed, ms));
}
