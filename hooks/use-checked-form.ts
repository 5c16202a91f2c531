import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type DraftState, useFormDraft } from './use-draft'

/**
 * A form that is checked by a schema; `save` resolves to false when a field is refused, which then has the focus.
 * What is typed is kept as a draft under this name, with the version of the record it was typed over.
 */
export function useCheckedForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  kept: { name: string; version: number | null },
): UseFormReturn<Input, unknown, Output> & {
  /** The message at a field, if it is refused. */
  errorAt: (field: keyof Input & string) => string | undefined
  whenValid: (save: (values: Output) => Promise<void>) => () => Promise<boolean>
  draft: DraftState
} {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
  const { errors } = form.formState
  const draft = useFormDraft(form, kept.name, kept.version)
  return {
    ...form,
    draft,
    errorAt(field) {
      const message = errors[field]?.message
      return typeof message === 'string' ? message : undefined
    },
    whenValid: (save) => async () => {
      let saved = false
      await form.handleSubmit(async (values) => {
        await save(values)
        saved = true
      })()
      return saved
    },
  }
}
