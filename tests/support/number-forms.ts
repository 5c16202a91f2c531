/** Common ways to write a North American number, from its ten digits. */
export const NUMBER_FORMS = [
  (n: string) => n,
  (n: string) => `1${n}`,
  (n: string) => `+1${n}`,
  (n: string) => `(${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6)}`,
  (n: string) => `${n.slice(0, 3)}-${n.slice(3, 6)}-${n.slice(6)}`,
  (n: string) => `${n.slice(0, 3)}.${n.slice(3, 6)}.${n.slice(6)}`,
]
