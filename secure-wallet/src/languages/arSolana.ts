import { isolatePlaceholders } from './isolatePlaceholders.ts'
import type { SolanaTexts } from './language.ts'

export const arSolana = isolatePlaceholders({
  instructions: {
    assign: 'إسناد الحساب إلى برنامج',
    advanceNonce: 'تقديم رقم nonce دائم',
    handOverNonce: 'تسليم رقم nonce دائم',
    changeMinter: 'تغيير من يجوز له الإصدار',
    changeFreezer: 'تغيير من يجوز له التجميد',
    changeOwner: 'تغيير المالك',
    changeCloser: 'تغيير من يجوز له الإغلاق',
    changeAuthority: 'تغيير صلاحية',
    mint: 'إصدار توكنات',
    burn: 'حرق توكنات',
    closeAccount: 'إغلاق حساب توكن',
    openAccount: 'فتح حساب توكن',
    refresh: 'تحديث رصيد مغلّف',
    openNonce: 'فتح رقم nonce دائم',
    allocate: 'ضبط حجم حساب',
    freeze: 'تجميد حساب توكن أو فك تجميده',
  },
  notices: {
    notTried: { title: 'بلا محاكاة', text: 'يظهر هنا فقط ما تقوله المعاملة عن نفسها.' },
    triedAlone: { title: 'جُرّبت كل واحدة على حدة', text: 'قد يغيّر ما تفعله إحداها ما تفعله التالية.' },
    unknownPrograms: { title: 'لا نستطيع أن نقول ماذا يفعل هذا', text: 'برامج تعذّر فك ترميزها: {programs}.' },
    controlTo: { title: '{name}', text: '{account} إلى {to}' },
    controlOf: { title: '{name}', text: '{account}' },
    tables: { title: 'حسابات من جداول البحث', text: 'بعض الحسابات في جداول لم تستطع هذه المحفظة قراءتها.' },
    durable: {
      title: 'لا تنتهي صلاحيتها',
      text: 'من يملك هذا التوقيع يستطيع إرسال المعاملة في أي وقت لاحق.',
    },
    hook: { title: 'هذا التوكن يشغّل برنامجًا', text: 'يعمل {program} مع كل تحويل من {token}.' },
    permanentDelegate: {
      title: 'يستطيع أحد أخذ هذا التوكن',
      text: 'يستطيع {delegate} نقل كل {token} في أي وقت.',
    },
    transferFee: { title: 'هذا التوكن يحتفظ برسوم', text: 'يحتفظ بـ {percent}٪ من كل تحويل من {token}.' },
  },
} satisfies SolanaTexts['solana'])
