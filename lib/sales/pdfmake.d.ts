/** On the server the module exports a single object, although the package's types describe named exports. */
declare module 'pdfmake/js/index.js' {
  const pdfmake: typeof import('pdfmake')
  export default pdfmake
}

/** Paths of the bundled fonts. */
declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: { Roboto: Record<'normal' | 'bold' | 'italics' | 'bolditalics', string> }
  export default fonts
}
