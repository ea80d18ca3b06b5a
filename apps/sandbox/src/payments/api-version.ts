import Stripe from 'stripe';

/**
 * The only version of Stripe's API that the stand-in speaks: that of the SDK, whose types the answers
 * satisfy.
 */
export const apiVersion = Stripe.API_VERSION;
