import { DIALED_TABLES } from '../../../supabase/record-tables'
import { DESTINATION_TABLES } from '../../destination-tables'
import { TAKES_DIGITS } from '../../dialed-codes'
import { codeDialed } from '../feature'
import { nounAndLabel, type RecordRef } from '../record'
import { refOf } from '../snapshot-index'
import { type Checked, type Problem, problem } from './problem'

/** Feature codes that, with a number of the tenant after them, are another code: that one is dialed instead. */
export function codeProblems(at: Checked): Problem[] {
  const { snapshot } = at
  const codes = snapshot.feature_codes.filter(
    ({ enabled, feature }) => enabled && TAKES_DIGITS.some((each) => each === feature),
  )
  return codes.flatMap((code) => {
    const record = refOf('feature_codes', code)
    const tables = code.feature === 'directed_pickup' ? (['extensions'] as const) : DESTINATION_TABLES
    return tables.flatMap((table) =>
      snapshot[table].flatMap((row): Problem[] => {
        const number = String(row[DIALED_TABLES[table].number as keyof typeof row])
        const other = otherDialed(at, code.id, code.code + number)
        if (!other) return []
        const text = `${code.code}${number} is ${nounAndLabel(other)}, so ${record.label} cannot be followed by ${number}.`
        return [problem(at, 'warning', 'code-ambiguous', record, text, other.id)]
      }),
    )
  })
}

/** What is dialed in place of a code. */
function otherDialed({ index }: Checked, codeId: string, digits: string): RecordRef | undefined {
  const dialed = codeDialed(index, digits)
  if (!dialed || dialed.row.id === codeId) return undefined
  switch (dialed.is) {
    case 'voicemail':
      return refOf('extensions', dialed.row)
    case 'flow':
      return refOf('call_flows', dialed.row)
    case 'feature':
      return refOf('feature_codes', dialed.row)
  }
}
