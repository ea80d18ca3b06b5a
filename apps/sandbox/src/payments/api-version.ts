import Stripe from 'stripe';

/** The one version of Stripe's API that is spoken here: that of the SDK, whose types the answers satisfy. */
export const apiVersion = Stripe.API_VERSION;
