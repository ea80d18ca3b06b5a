import { useComputedColorScheme } from '@mantine/core';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { appearanceOf } from './appearance.js';

/** Why nothing was paid: it was refused, or nobody can pay this payment any more. */
export type Refused =
  | { status: 'refused'; message: string | undefined; isDeclined: boolean }
  | { status: 'outdated' };

/** How a payment ended at the provider. */
export type Confirmed = { status: 'confirmed' } | Refused;

/** The form once it can be used. */
export interface UsableForm {
  empty: boolean;
  /** Hands the payment over. Whoever has to prove themselves elsewhere leaves the page, and comes back to `returnTo`. */
  confirm: (returnTo: string) => Promise<Confirmed>;
}

export interface CardFormProps {
  stripe: Stripe;
  secret: string;
  /** Where the page finds the form. */
  form: RefObject<UsableForm | undefined>;
  /** Something was changed in it. */
  onChange: () => void;
  onReady: () => void;
  /** The provider cannot show it, and says why. */
  onProblem: (refused: Refused) => void;
}

const options: StripePaymentElementOptions = {
  fields: { billingDetails: { name: 'auto', email: 'auto', phone: 'auto', address: 'if_required' } },
  wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
};

/** The provider's own form for a card or a wallet; what is typed there never comes to us. */
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
  // The provider tells of changes. Until the first one, nothing is filled in.
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
        // Somebody has paid already, such as in another tab.
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

/** What the provider says of a payment's state is meant for programs; it is ended, or was by another window. */
function refusedBy({ type, code, message }: StripeError): Refused {
  if (code === 'payment_intent_unexpected_state') return { status: 'outdated' };
  // What is typed wrongly is told by the form itself, beside its field.
  const isDeclined = type === 'card_error' || code === 'payment_intent_authentication_failure';
  return { status: 'refused', message, isDeclined };
}
