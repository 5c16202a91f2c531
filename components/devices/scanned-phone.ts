import { createContext } from 'react'
import type { ScannedPhone } from './scan-to-add'

/** Hands the form of a new device the phone that was scanned for it, once. */
export const TakeScannedPhone = createContext<() => ScannedPhone | null>(() => null)
