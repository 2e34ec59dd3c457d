import { defineMessages, type Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../wallet/mail/mailLanguage.ts'

/** The texts of the guardian's mails and of the cancel page behind their link. */
const messages = defineMessages('guardian', {
  site: 'Site',
  codeTitle: 'Your code to recover your wallet',
  codeExpiry: 'It is valid for {minutes} minutes and can be used once.',
  codeNote:
    'Whoever has this code can get your wallet. We never ask for it anywhere else, not by phone and not by mail.',
  notMe: 'This was not me',
  begunSubject: 'Your wallet can be opened in a new browser from {time}',
  begunTitle: 'Somebody is recovering your wallet',
  begunText: 'A code from a mail to you was entered. Your wallet is released at {time}.',
  begunNote: 'If this was not you, stop it now: somebody else reads your mail.',
  stop: 'Stop it',
  releasedTitle: 'Your wallet was opened in a new browser',
  releasedText: 'It was recovered by codes from mails to you.',
  releasedNote: 'If this was not you, move what is in it to another wallet at once.',
  page: {
    ask: {
      title: 'Stop the recovery of your wallet?',
      text: 'Nobody gets it, and for a day no recovery can begin.',
    },
    cancelled: {
      title: 'Stopped',
      text: 'Nobody gets your wallet. Change the password of your mailbox: somebody else may read it.',
    },
    invalid: {
      title: 'Nothing to stop',
      text: 'This recovery has ended already, or the link is not complete.',
    },
  },
})

type GuardianTexts = Translation<(typeof messages)['en']>

const german: GuardianTexts = {
  site: 'Website',
  codeTitle: 'Ihr Code zur Wiederherstellung Ihrer Wallet',
  codeExpiry: 'Er gilt {minutes} Minuten und nur einmal.',
  codeNote:
    'Wer diesen Code hat, kann Ihre Wallet bekommen. Wir fragen nirgends sonst danach, weder am Telefon noch per E-Mail.',
  notMe: 'Das war ich nicht',
  begunSubject: 'Ihre Wallet kann ab {time} in einem neuen Browser geöffnet werden',
  begunTitle: 'Jemand stellt Ihre Wallet wieder her',
  begunText: 'Ein Code aus einer E-Mail an Sie wurde eingegeben. Ihre Wallet wird um {time} freigegeben.',
  begunNote: 'Waren Sie es nicht, dann halten Sie es jetzt an: Jemand anderes liest Ihre E-Mails.',
  stop: 'Anhalten',
  releasedTitle: 'Ihre Wallet wurde in einem neuen Browser geöffnet',
  releasedText: 'Sie wurde mit Codes aus E-Mails an Sie wiederhergestellt.',
  releasedNote: 'Waren Sie es nicht, dann bringen Sie sofort in eine andere Wallet, was darin ist.',
  page: {
    ask: {
      title: 'Die Wiederherstellung Ihrer Wallet anhalten?',
      text: 'Niemand bekommt sie, und einen Tag lang kann keine Wiederherstellung beginnen.',
    },
    cancelled: {
      title: 'Angehalten',
      text: 'Niemand bekommt Ihre Wallet. Ändern Sie das Passwort Ihres Postfachs: Jemand anderes liest vielleicht darin.',
    },
    invalid: {
      title: 'Nichts anzuhalten',
      text: 'Diese Wiederherstellung ist schon zu Ende, oder der Link ist nicht vollständig.',
    },
  },
}

const arabic: GuardianTexts = {
  site: 'الموقع',
  codeTitle: 'رمزك لاستعادة محفظتك',
  codeExpiry: 'الرمز صالح لمدة {minutes} دقائق ولمرة واحدة.',
  codeNote: 'من يملك هذا الرمز يمكنه الحصول على محفظتك. لا نطلبه في أي مكان آخر، لا بالهاتف ولا بالبريد.',
  notMe: 'لم أكن أنا',
  begunSubject: 'يمكن فتح محفظتك في متصفح جديد ابتداءً من {time}',
  begunTitle: 'شخص يستعيد محفظتك',
  begunText: 'أُدخل رمز من بريد أُرسل إليك. تُتاح محفظتك في {time}.',
  begunNote: 'إن لم تكن أنت، فأوقف ذلك الآن: شخص آخر يقرأ بريدك.',
  stop: 'إيقاف',
  releasedTitle: 'فُتحت محفظتك في متصفح جديد',
  releasedText: 'استُعيدت برموز من رسائل بريد أُرسلت إليك.',
  releasedNote: 'إن لم تكن أنت، فانقل ما فيها إلى محفظة أخرى فورًا.',
  page: {
    ask: {
      title: 'هل تريد إيقاف استعادة محفظتك؟',
      text: 'لن يحصل عليها أحد، ولمدة يوم لا يمكن بدء أي استعادة.',
    },
    cancelled: {
      title: 'تم الإيقاف',
      text: 'لن يحصل أحد على محفظتك. غيّر كلمة مرور صندوق بريدك، فقد يقرؤه شخص آخر.',
    },
    invalid: {
      title: 'لا شيء لإيقافه',
      text: 'انتهت هذه الاستعادة بالفعل، أو أن الرابط غير كامل.',
    },
  },
}

export const guardianMessages = translate(messages, { de: german, ar: arabic })
