import { createContext } from 'react'
import type { ScannedPhone } from './scan-to-add'

/** Passes the scanned phone to the form of the new device, once. */
export const TakeScannedPhone = createContext<() => ScannedPhone | null>(() => null)
