import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Sales',
  holds: 'The pipeline of opportunities by stage, as a board and as a table.',
  section: 'sales',
})
