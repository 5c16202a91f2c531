/**
 * A signed URL of a stored file that a browser saves under this name. Given to createSignedUrl instead, the name would be encoded twice
 * (storage-js 2.119: encodeURI over what URLSearchParams has encoded), and saved with percent signs.
 */
export const savedAs = (signedUrl: string, name: string): string =>
  `${signedUrl}&download=${encodeURIComponent(name)}`
