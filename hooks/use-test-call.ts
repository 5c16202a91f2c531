import { createParser, parseAsBoolean, parseAsInteger, parseAsString } from 'nuqs'
import { PHONE_CHOICES, type PhoneChoice, type TestCall } from '@/lib/telephony/simulator/question'
import { useAllQueryStates } from './use-all-query-states'

/** `1001.answers,1002.busy` */
const parseAsPhones = createParser<Readonly<Record<string, PhoneChoice>>>({
  parse: (text) =>
    Object.fromEntries(
      text.split(',').flatMap((part) => {
        const [number = '', wanted] = part.split('.')
        const choice = PHONE_CHOICES.find(({ value }) => value === wanted)
        return choice ? [[number, choice.value] as const] : []
      }),
    ),
  serialize: (phones) =>
    Object.entries(phones)
      .map(([number, choice]) => `${number}.${choice}`)
      .join(','),
  eq: (one, other) => JSON.stringify(one) === JSON.stringify(other),
})

const PARAMETERS = {
  extension: parseAsString,
  caller: parseAsString.withDefault(''),
  withheld: parseAsBoolean.withDefault(false),
  to: parseAsString.withDefault(''),
  at: parseAsString,
  digits: parseAsString.withDefault(''),
  phones: parseAsPhones.withDefault({}),
  patience: parseAsInteger,
}

/** The test call, kept in the address, so that it can be linked and shared. */
export function useTestCall(): [TestCall, (changes: Partial<TestCall>) => void] {
  const [call, change] = useAllQueryStates(PARAMETERS, { history: 'replace' })
  return [call, change]
}
