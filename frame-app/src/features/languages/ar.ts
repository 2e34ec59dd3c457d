import type { FirstTexts } from './languages.ts'

export const ar = {
  general: {
    back: 'رجوع',
    close: 'إغلاق',
    tryAgain: 'حاول مرة أخرى',
    loading: 'جارٍ التحميل',
    chunkFailed: 'تعذّر تحميل هذا الجزء',
    chunkFailedNext: 'تحقق من اتصالك ثم حاول مرة أخرى.',
    viewFailed: 'حدث خطأ ما',
    viewFailedNext: 'لم يُرسَل أي شيء. حاول مرة أخرى أو أغلق هذه النافذة.',
    signInRefused: 'سجّل الدخول أولًا. أغلق مرة ثانية لقطع الاتصال والمغادرة.',
    closeRefused: 'اختر شبكة أولاً. أغلق مرة ثانية لقطع الاتصال والمغادرة.',
  },
  firstTitles: {
    connectWallet: 'ربط المحفظة',
    whatIsAWallet: 'ما هي المحفظة؟',
    selectChain: 'اختر السلسلة',
    allWallets: 'جميع المحافظ',
  },
  connect: {
    wallets: 'المحافظ',
    loadingWallets: 'جارٍ تحميل المحافظ',
    installed: 'مثبتة',
    recent: 'الأخيرة',
    legacy: 'مكتشفة',
    qrCode: 'رمز QR',
    searchWallet: 'ابحث عن محفظة',
    withWallet: 'المتابعة بمحفظة',
    newToWallets: 'هل المحافظ جديدة عليك؟',
    getStarted: 'ابدأ هنا',
    agreement: 'بالاتصال فإنك توافق على {terms} و{privacy} لهذا الموقع',
    agreementToTerms: 'بالاتصال فإنك توافق على {terms} لهذا الموقع',
    agreementToPrivacy: 'بالاتصال فإنك توافق على {privacy} لهذا الموقع',
    terms: 'الشروط',
    privacy: 'الخصوصية',
  },
  email: {
    address: 'البريد الإلكتروني',
    go: 'المتابعة بالبريد الإلكتروني',
    or: 'أو',
    failures: {
      INTERNAL_ERROR: 'حدث خطأ ما. حاول مرة أخرى.',
      INVALID_PARAMS: 'عنوان البريد غير صالح',
    },
  },
} satisfies FirstTexts
