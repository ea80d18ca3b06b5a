import type { Appearance } from '@stripe/stripe-js';

/** The site's colours for the provider's form, whose frame cannot read the site's styles. */
export function appearanceOf(scheme: 'light' | 'dark'): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--press'),
      colorBackground: token('--sheet'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-soft'),
      colorDanger: token('--stop'),
      fontFamily: 'system-ui, sans-serif',
      borderRadius: token('--radius'),
    },
  };
}
