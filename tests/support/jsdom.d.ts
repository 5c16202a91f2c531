/** The part of jsdom that tests use: an XML parser. */
declare module 'jsdom' {
  export class JSDOM {
    window: { DOMParser: typeof DOMParser }
  }
}
