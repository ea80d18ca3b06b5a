import type {
  PaymentIntent,
  StripeElementsOptionsClientSecret,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

/** The first message of the page to the frame. It carries a port for all later messages. */
export interface Hello {
  kind: 'hello';
  publishableKey: string;
  elements: StripeElementsOptionsClientSecret;
  payment: StripePaymentElementOptions;
}

export type ToFrame =
  | { kind: 'submit'; call: number }
  | { kind: 'confirm'; call: number; returnUrl: string | undefined }
  | { kind: 'update'; elements: StripeElementsOptionsClientSecret; payment: StripePaymentElementOptions }
  | { kind: 'focus' | 'blur' | 'clear' };

/** The result of a call to the frame: an error, or none. */
export interface Outcome {
  error?: StripeError;
  paymentIntent?: PaymentIntent;
}

export interface Change {
  empty: boolean;
  complete: boolean;
  collapsed: boolean;
  value: { type: string };
}

export type FromFrame =
  | { kind: 'height'; px: number }
  | { kind: 'ready' | 'focus' | 'blur' | 'escape' }
  | { kind: 'change'; change: Change }
  | { kind: 'loaderror'; error: StripeError }
  | { kind: 'outcome'; call: number; outcome: Outcome };
