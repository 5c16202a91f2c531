/** What the tests use of jsdom: a parser of XML. */
declare module 'jsdom' {
  export class JSDOM {
    window: { DOMParser: typeof DOMParser }
  }
}
