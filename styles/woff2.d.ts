/** A font file, imported for its address. */
declare module '*.woff2' {
  const url: string
  export default url
}
