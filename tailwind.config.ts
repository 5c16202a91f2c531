import type { Config } from 'tailwindcss'

/**
 * The product's design scale. Palettes are replaced, not extended, so that a screen can only be painted with
 * the semantic tokens of styles/tokens.css, which carry the light and the dark value of each color.
 * Spacing stays Tailwind's 4 px grid.
 */
const config: Config = {
  content: ['./pages/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      canvas: 'var(--canvas)',
      surface: {
        DEFAULT: 'var(--surface)',
        raised: 'var(--surface-raised)',
        sunken: 'var(--surface-sunken)',
        hover: 'var(--surface-hover)',
        active: 'var(--surface-active)',
      },
      border: { DEFAULT: 'var(--border)', control: 'var(--border-control)' },
      text: { DEFAULT: 'var(--text)', muted: 'var(--text-muted)', disabled: 'var(--text-disabled)' },
      accent: {
        DEFAULT: 'var(--accent)',
        hover: 'var(--accent-hover)',
        contrast: 'var(--accent-contrast)',
        soft: 'var(--accent-soft)',
        text: 'var(--accent-text)',
      },
      danger: {
        DEFAULT: 'var(--danger)',
        hover: 'var(--danger-hover)',
        contrast: 'var(--danger-contrast)',
        soft: 'var(--danger-soft)',
        text: 'var(--danger-text)',
      },
      warning: {
        DEFAULT: 'var(--warning)',
        soft: 'var(--warning-soft)',
        text: 'var(--warning-text)',
      },
      success: {
        DEFAULT: 'var(--success)',
        soft: 'var(--success-soft)',
        text: 'var(--success-text)',
      },
      info: { DEFAULT: 'var(--info)', soft: 'var(--info-soft)', text: 'var(--info-text)' },
      focus: 'var(--focus)',
      backdrop: 'var(--backdrop)',
      tooltip: { DEFAULT: 'var(--tooltip)', text: 'var(--tooltip-text)' },
    },
    // Sizes in px at the default root size: 11, 12, 13, 14, 16, 18, 22, 28.
    fontSize: {
      '2xs': ['0.6875rem', '1rem'],
      xs: ['0.75rem', '1rem'],
      sm: ['0.8125rem', '1.25rem'],
      base: ['0.875rem', '1.25rem'],
      lg: ['1rem', '1.5rem'],
      xl: ['1.125rem', '1.625rem'],
      '2xl': ['1.375rem', '1.75rem'],
      '3xl': ['1.75rem', '2.125rem'],
    },
    fontFamily: {
      sans: [
        'Inter Variable',
        'Inter Stand-in',
        'Inter Wide Stand-in',
        'ui-sans-serif',
        'system-ui',
        'sans-serif',
      ],
      mono: ['ui-monospace', 'SF Mono', 'Menlo', 'Consolas', 'DejaVu Sans Mono', 'monospace'],
    },
    borderRadius: {
      none: '0',
      sm: '0.25rem',
      md: '0.375rem',
      lg: '0.5rem',
      xl: '0.75rem',
      full: '9999px',
    },
    boxShadow: {
      none: 'none',
      card: 'var(--elevation-card)',
      raised: 'var(--elevation-raised)',
      overlay: 'var(--elevation-overlay)',
    },
  },
}

export default config
