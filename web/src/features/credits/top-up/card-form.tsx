import { useComputedColorScheme } from '@mantine/core';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { appearanceOf } from './appearance.js';

/** The reason why no money was taken: the provider refused, or the payment intent cannot be paid any more. */
export type Refused =
  | { status: 'refused'; message: string | undefined; isDeclined: boolean }
  | { status: 'outdated' };

/** The provider's answer to a submitted payment. */
export type PaymentResult = { status: 'confirmed' } | Refused;

/** The form when it is ready for input. */
export interface UsableForm {
  empty: boolean;
  /**
   * Submits the payment. A bank may ask for proof on its own page; that page sends the user back to
   * `returnTo`.
   */
  confirm: (returnTo: string) => Promise<PaymentResult>;
}

export interface CardFormProps {
  stripe: Stripe;
  secret: string;
  /** Receives the form when it is ready. */
  form: RefObject<UsableForm | undefined>;
  onChange: () => void;
  onReady: () => void;
  /** The provider failed to show the form. */
  onProblem: (refused: Refused) => void;
}

const options: StripePaymentElementOptions = {
  fields: { billingDetails: { name: 'auto', email: 'auto', phone: 'auto', address: 'if_required' } },
  wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
};

/**
 * The payment provider's form for a card or a wallet. Its input goes to the provider and never to this site.
 */
export function CardForm(props: CardFormProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const elements = useMemo(
    () => ({ clientSecret: props.secret, appearance: appearanceOf(scheme) }),
    [props.secret, scheme],
  );
  return (
    <Elements stripe={props.stripe} options={elements}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ form, onChange, onReady, onProblem }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  // The provider reports changes only, so the form counts as empty until the first.
  const [empty, setEmpty] = useState(true);

  useEffect(() => {
    if (!stripe || !elements || !ready) return;
    form.current = {
      empty,
      confirm: async (returnTo) => {
        const { error } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: returnTo },
          redirect: 'if_required',
        });
        if (!error) return { status: 'confirmed' };
        // The intent is already paid or being paid, perhaps in another tab.
        const state = error.payment_intent?.status;
        if (state === 'succeeded' || state === 'processing') return { status: 'confirmed' };
        return refusedBy(error);
      },
    };
    return () => {
      form.current = undefined;
    };
  }, [stripe, elements, ready, empty, form]);

  return (
    <PaymentElement
      options={options}
      onReady={() => {
        setReady(true);
        onReady();
      }}
      onChange={(change) => {
        setEmpty(change.empty && !change.complete);
        onChange();
      }}
      onLoadError={({ error }) => onProblem(refusedBy(error))}
    />
  );
}

/**
 * Translates the provider's error. `payment_intent_unexpected_state` means that the intent has ended, perhaps
 * in another window. Stripe's message for this code is not written for users, so it is dropped.
 */
function refusedBy({ type, code, message }: StripeError): Refused {
  if (code === 'payment_intent_unexpected_state') return { status: 'outdated' };
  // A declined card needs advice. The form itself shows wrong input beside its field.
  const isDeclined = type === 'card_error' || code === 'payment_intent_authentication_failure';
  return { status: 'refused', message, isDeclined };
}
