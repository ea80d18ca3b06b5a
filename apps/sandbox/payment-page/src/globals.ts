import type {
  PaymentIntentResult,
  StripeElementsOptionsClientSecret,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import type * as messages from './messages.js';

/** The types of `stripe-js.ts`. That file is a plain script and cannot import them. */
declare global {
  type ElementsOptions = StripeElementsOptionsClientSecret;
  type FormOptions = StripePaymentElementOptions;
  type PaymentResult = PaymentIntentResult;
  type Hello = messages.Hello;
  type ToFrame = messages.ToFrame;
  type FromFrame = messages.FromFrame;
  type Outcome = messages.Outcome;
}
