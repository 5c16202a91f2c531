/** The header of a refusal that says which installation refuses, as opposed to a proxy, or another app at the same address. */
export const INSTALLATION = 'X-Installation'
