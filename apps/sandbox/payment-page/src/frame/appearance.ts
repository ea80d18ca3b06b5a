import type { Appearance } from '@stripe/stripe-js';

const properties = {
  colorPrimary: '--primary',
  colorBackground: '--background',
  colorText: '--text',
  colorTextSecondary: '--text-secondary',
  colorDanger: '--danger',
  fontFamily: '--font',
  borderRadius: '--radius',
} as const;

/** Applies the colours and corners that the merchant's page sets. */
export function applyAppearance({ theme = 'stripe', variables = {} }: Appearance = {}): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  for (const [name, property] of Object.entries(properties)) {
    const value = variables[name as keyof typeof properties];
    if (value) root.style.setProperty(property, value);
    else root.style.removeProperty(property);
  }
}
