import {
  type Nullable,
  type Options,
  useQueryStates,
  type UseQueryStatesKeysMap,
  type UseQueryStatesOptions,
  type Values,
} from 'nuqs'
import { useCallback } from 'react'

/**
 * nuqs's `useQueryStates` with every change stating all parameters. Next's router applies a change with a delay, and a newer one
 * cancels an older one: a pending search term would undo the opening of a record, or vice versa.
 */
export function useAllQueryStates<KeyMap extends UseQueryStatesKeysMap>(
  parameters: KeyMap,
  options: Partial<UseQueryStatesOptions<KeyMap>>,
): [Values<KeyMap>, (changes: Partial<Nullable<Values<KeyMap>>>, how?: Options) => void] {
  const [values, setValues] = useQueryStates(parameters, options)
  const change = useCallback(
    (changes: Partial<Nullable<Values<KeyMap>>>, how?: Options) =>
      void setValues((current) => ({ ...current, ...changes }), how),
    [setValues],
  )
  return [values, change]
}
