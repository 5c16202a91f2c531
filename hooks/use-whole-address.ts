import {
  type Nullable,
  type Options,
  type UseQueryStatesKeysMap,
  type UseQueryStatesOptions,
  useQueryStates,
  type Values,
} from 'nuqs'
import { useCallback } from 'react'

/**
 * nuqs's `useQueryStates`, of which every change states all parameters. Next's router changes the address a while after it
 * is asked to, and a newer change calls an older one off: words that were still on their way to the address would undo
 * the opening of a record, or the record the words.
 */
export function useWholeAddress<KeyMap extends UseQueryStatesKeysMap>(
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
