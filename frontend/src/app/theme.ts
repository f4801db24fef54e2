import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Safety orange. White on it is 3:1 only, so everything filled with it carries ink (5.5:1; 4.8:1 under the pointer). */
const orange: MantineColorsTuple = [
  '#fff1e6',
  '#ffe0cb',
  '#ffc39b',
  '#ffa669',
  '#ff8a3d',
  '#f97a2b',
  '#f26b1d',
  '#e2621a',
  '#a63f06',
  '#7d2e02',
];

/** Mantine draws with `gray` in the light scheme and with `dark` in the dark one: sand and steel, and shades of ink. */
const gray: MantineColorsTuple = [
  '#f8f1e5',
  '#f4e9d8',
  '#e8dcc6',
  '#e2d5bf',
  '#7a8a90',
  '#66767c',
  '#4a5a60',
  '#34464d',
  '#22353c',
  '#0b2027',
];

const dark: MantineColorsTuple = [
  '#f4e9d8',
  '#d9d3c8',
  '#b3c1c6',
  '#9aabb1',
  '#24505a',
  '#194049',
  '#12343b',
  '#0b2027',
  '#08191f',
  '#051014',
];

const headingFont = [
  'Bahnschrift',
  '"DIN Condensed"',
  '"Avenir Next Condensed"',
  '"Roboto Condensed"',
  '"Liberation Sans Narrow"',
  '"Arial Narrow"',
  'sans-serif-condensed',
  'sans-serif',
].join(', ');

const bodyFont = [
  '"Segoe UI Variable Text"',
  '"Segoe UI"',
  '"Avenir Next"',
  'Seravek',
  'Roboto',
  'Inter',
  'Cantarell',
  '"Liberation Sans"',
  'system-ui',
  'sans-serif',
].join(', ');

/** What is typed is read from its own side. Mantine's `dir` would go to the box around the field. */
const ownDirection = { dir: 'auto' };

/** Mantine heads a dialog with a <header>; a page has but one banner, and that is not it. */
const inDialog = { role: 'presentation' };

/** The shop's look: lettering like a stamped type plate, tight corners, ink on orange. Colours that depend on the scheme are in tokens.ts. */
export const theme = createTheme({
  primaryColor: 'orange',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.2,
  black: '#0b2027',
  white: '#ffffff',
  colors: { orange, gray, dark },
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  fontFamily: bodyFont,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", "Liberation Mono", monospace',
  headings: {
    fontFamily: headingFont,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(2.25rem, 1.6rem + 2.6vw, 3.5rem)', lineHeight: '1' },
      h2: { fontSize: 'clamp(1.75rem, 1.4rem + 1.4vw, 2.5rem)', lineHeight: '1.05' },
      h3: { fontSize: '1.375rem', lineHeight: '1.15' },
      h4: { fontSize: '1.125rem', lineHeight: '1.25' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md', attributes: { input: ownDirection } } },
    PasswordInput: {
      defaultProps: {
        size: 'md',
        visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password', tabIndex: 0 },
      },
    },
    NativeSelect: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', attributes: { input: ownDirection } } },
    Modal: { defaultProps: { attributes: { header: inDialog } } },
    Drawer: { defaultProps: { attributes: { header: inDialog } } },
  },
});
