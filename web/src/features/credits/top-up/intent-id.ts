/** The id of a payment intent, which is the part of its client secret before the second marker: `pi_X` of `pi_X_secret_Y`. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_').slice(0, 2).join('_');
}
