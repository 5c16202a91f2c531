import type { GetServerSideProps } from 'next'
import { HOME_PATH } from '@/lib/paths'

export const getServerSideProps: GetServerSideProps = async () => ({
  redirect: { destination: HOME_PATH, permanent: false },
})

/** The address without a path leads to the start page. */
export default function StartPage() {
  return null
}
