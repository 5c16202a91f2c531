import { type Control, type FieldArrayPath, type FieldValues, useFieldArray } from 'react-hook-form'

/** The rows of a child table in a form. Their own ids are stored, so React's keys are in `key`. */
export function useChildRows<Form extends FieldValues, Name extends FieldArrayPath<Form>>(
  control: Control<Form>,
  name: Name,
) {
  return useFieldArray({ control, name, keyName: 'key' })
}
