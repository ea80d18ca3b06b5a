/** The id of a payment intent from its client secret: `pi_X` from `pi_X_secret_Y`. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_').slice(0, 2).join('_');
}
