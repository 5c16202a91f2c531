/** What runs on the server is one object, which the package's types describe as a module. */
declare module 'pdfmake/js/index.js' {
  const pdfmake: typeof import('pdfmake')
  export default pdfmake
}

/** The paths of the fonts that come with it. */
declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: { Roboto: Record<'normal' | 'bold' | 'italics' | 'bolditalics', string> }
  export default fonts
}
