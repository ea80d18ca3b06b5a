import { createTheme, type CSSVariablesResolver, defaultVariantColorsResolver } from '@mantine/core';

/**
 * Mantine with the tokens of `tokens.css`: both colour schemes use the variables, so that a colour is defined
 * in one file. Pass `theme` and `cssVariables` to the only `MantineProvider` of the site and of the panel.
 */
export const theme = createTheme({
  colors: {
    press: [
      '#fdecf3',
      '#fbd3e3',
      '#f7a8c8',
      '#f27bab',
      '#ff5c9a',
      '#e23d80',
      '#d6246e',
      '#b61a5b',
      '#94154a',
      '#6f1038',
    ],
    // Mantine draws fields and their edges from these two scales; the edges keep a contrast of 3:1
    // (`--line-strong`).
    gray: [
      '#f8f7f4',
      '#f3f1ea',
      '#e5e1d7',
      '#cfcdcb',
      '#85889f',
      '#6c7090',
      '#565a78',
      '#43476a',
      '#2e3253',
      '#1b1f3b',
    ],
    dark: [
      '#eef0f7',
      '#cdd1e6',
      '#b0b5d2',
      '#9aa0c4',
      '#8086b3',
      '#343963',
      '#262a50',
      '#1d2040',
      '#14162a',
      '#0d0e1d',
    ],
  },
  primaryColor: 'press',
  primaryShade: { light: 6, dark: 4 },
  black: '#1b1f3b',
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-head)', fontWeight: '700' },
  defaultRadius: 'md',
  radius: { sm: '8px', md: '12px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // With the radius of a field, a checkbox would look like a radio button.
  components: { Checkbox: { defaultProps: { radius: 4 } } },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-press)' } : colors;
  },
});

const tokens = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-anchor': 'var(--press)',
  '--mantine-color-error': 'var(--stop)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--tint)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--tint)',
  '--mantine-color-disabled-color': 'var(--ink-soft)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-press-filled': 'var(--press)',
  '--mantine-color-press-filled-hover': 'var(--press-strong)',
  '--mantine-color-press-light': 'var(--press-soft)',
  '--mantine-color-press-light-hover': 'var(--press-soft)',
  '--mantine-color-press-light-color': 'var(--press)',
  '--mantine-primary-color-contrast': 'var(--on-press)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens });
