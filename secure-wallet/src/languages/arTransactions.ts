import { isolatePlaceholders } from './isolatePlaceholders.ts'
import type { TransactionTexts } from './language.ts'

export const arTransactions = isolatePlaceholders({
  newContract: 'عقد جديد',
  siteLimit: { label: 'ضمن حدّك', value: '{spent} من {most} اليوم' },
  limits: { only: '{amount} فقط', balance: 'ما لديك الآن', requested: 'ما يطلبه الموقع' },
  fees: { low: 'منخفضة', normal: 'عادية', fast: 'سريعة', site: 'من الموقع' },
} satisfies TransactionTexts['transactions'])
