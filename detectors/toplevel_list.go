// SPDX-License-Identifier: Apache-2.0

package detectors

// The top-level domains by their length, see topLevelsOf.
const (
	topLevels2 = "acadaeafagaialamaoaqarasatauawaxazbabbbdbebfbgbhbibjbmbnbobrbsbtbvbwbybzcacccdcfcgchcickclcmcnco" +
		"crcucvcwcxcyczdedjdkdmdodzeceeegereseteufifjfkfmfofrgagbgdgegfggghgiglgmgngpgqgrgsgtgugwgyhkhmhn" +
		"hrhthuidieiliminioiqirisitjejmjojpkekgkhkikmknkpkrkwkykzlalblclilklrlsltlulvlymamcmdmemgmhmkmlmm" +
		"mnmompmqmrmsmtmumvmwmxmymznancnenfngninlnonpnrnunzompapepfpgphpkplpmpnprpsptpwpyqarerorsrurwsasb" +
		"scsdsesgshsisjskslsmsnsosrssstsusvsxsysztctdtftgthtjtktltmtntotrtttvtwtzuaugukusuyuzvavcvevgvivn" +
		"vuwfwsyeytzazmzw"
	topLevels3 = "aaaabbabcacoadsaegaflaiganzaolappartawsaxabarbbcbbtbcgbcnbetbidbiobizbmsbmwbomboobotboxbuybzhcab" +
		"calcamcarcatcbacbnceocfacfdcomcpacrsdaddayddsdevdhldiydnpdogdotdtvdvreatecoeduesqeusfanfitflyfoo" +
		"foxfrlftrfunfyigalgapgaygdngeaglegmogmxgoogopgotgovhbohivhkthothowibmiceicuifmincinginkintistitv" +
		"jcbjiojlljmpjnjjotjoykfhkiakimkpnkrdlanlatlawldsllcllplollplltdmanmapmbamedmenmilmitmlbmlsmmamoe" +
		"moimommsdmtnmtrnabnbanecnetnewnflngonhknownranrwnttnycobioneongonloooorgottovhpaypetphdpidpinpnc" +
		"proprupubpwcredrenrilrioriprunrwesapsassbisbsscbsewsexsfrskiskysoyspasrlstctabtaxtcitdktelthdtjx" +
		"toptrvtuitvsubsunouolupsvetvigvinvipwedwinwmewowwtcwtfxinxxxxyzyouyun"
	topLevels4 = "aarpableaeroakdnallyamexarabarmyarteasdaasiaaudiautobabybandbankbbvabeerbestbikebingblogbluebofa" +
		"bondbookbuzzcafecallcampcarecarscasacasecashcbrecernchatciticityclubcoolcoopcorpcyoudatadatedclk" +
		"dealdelldesidietdishdocsdvagernifagefailfansfarmfastfidofilmfirefishflirfoodfordfreefundgamegbiz" +
		"gentggeegiftgmbhgoldgolfgooggugeguruhairhaushdfchelpherehomehosthsbcicbcieeeimdbimmoinfoitaujava" +
		"jeepjobsjprskddikidskiwikpmgkredlandlegolgbtlidllifelikelimolinkliveloanloveltdaluxemaifmeetmeme" +
		"menuminimintmobimodamotonamenavynewsnextniconikeolloopenpageparspccwpicspingpinkplaypluspohlporn" +
		"postprodprofqponreadreitrentrestrichroomrsvpruhrsafesalesarlsavesaxoscotseatseeksexyshiashopshow" +
		"silksinasiteskinsncfsohusongsonyspotstarsurftalktaxiteamtechtevatiaatipstowntoystubevanavisaviva" +
		"vivovotevotowangweirwienwikiwineworkxboxyogazarazerozone"
	topLevels5 = "actoradultaetnaamfamamicaapplearchiaudioautosazurebaidubeatsbiblebingoblackboatsboschbuildcanon" +
		"cardschasecheapciscociticclickcloudcoachcodescrowncymrudancedealsdeltadrivedubaiearthedekaemail" +
		"epsonfaithfedexfinalforexforumgallogamesgiftsgivesglassglobogmailgreengripegroupgucciguidehomes" +
		"hondahorsehotelhousehyattikanoirishjetztkoelnkyotolamerleaselegallexuslillyloanslocallocuslotte" +
		"lottomangomediamerckmiamimoneymoviemusicnexusnikonninjanokianowtvomegaosakaparispartspartyphone" +
		"photopizzaplacepokerpraxipressprimepromoquestradiorehabreisericohrocksrodeorugbysalonsenerseven" +
		"sharpshellshoesskypeslingsmartsmilesolarspacesportstadastorestudystylesucksswisstatartirestirol" +
		"tmalltodaytokyotoolstoraytotaltourstradetrusttunestushuubankvegasvideovodkavolvowaleswatchweber" +
		"weiboworksworldxeroxyahoo"
	topLevels6 = "abbottabbvieafricaagencyairbusairtelalipayalsacealstomamazonanquanaramcoauthorbayernbeautyberlin" +
		"bhartibostikbostonbrokercameracareercasinocenterchanelchromechurchcircleclaimscliniccoffeecomsec" +
		"condoscouponcreditcruisedatingdatsundealerdegreedentaldesigndirectdoctordupontdurbanemerckenergy" +
		"estateeventsexpertfamilyflickrfutbolgallupgardengeorgegivingglobalgooglegratishealthhermeshiphop" +
		"hockeyhotelshughesimamatinsureintuitjaguarjoburgjuegoskaufenkindlekosherlatinolawyerlefrakliving" +
		"lockerlondonluxurymadridmaisonmakeupmarketmattelmobilemonashmormonmoscowmuseumnagoyanissannissay" +
		"nortonnowruzofficeolayanonlineoracleorangeotsukapfizerphotosphysiopictetquebecracingrealtyreisen" +
		"repairreportreviewrogersryukyusafetysakurasanofischoolschulesearchsecureselectshoujisoccersocial" +
		"streamstudiosupplysuzukiswatchsydneytaipeitaobaotattootennistiendatjmaxxtkmaxxtoyotatravelunicom" +
		"viajesvikingvillasvirginvisionvotingvoyagewalterwebcamxihuanyachtsyandexzappos"
	topLevels7 = "abogadoacademyagakhanalibabaandroidathletaauctionaudibleauspostbanamexbauhausbestbuybooking" +
		"brothercapitalcaravancareerschannelcharitychintaicitadelclubmedcollegecolognecompanycompare" +
		"contactcookingcorsicacountrycouponscoursescricketcruisesdentistdigitaldomainsexposedexpress" +
		"farmersfashionferrariferrerofinancefishingfitnessflightsfloristflowersforsalefrogansfujitsu" +
		"gallerygentinggodaddygroceryguitarshamburghangouthitachiholidayhostinghotmailhyundaiismaili" +
		"jewelryjuniperkitchenkomatsulacaixalanxesslasallelatrobeleclerclimitedlincolnmarketsmonster" +
		"netbanknetflixnetworkneustarokinawaorganicoriginsphilipspioneerpolitierealtorrecipesrentals" +
		"reviewsrexrothsamsungsandvikschmidtschwarzscienceshikshasinglesstaplesstoragesupportsurgery" +
		"systemstemasektheatertheatreticketstoshibatradingwalmartwanggouwatchesweatherwebsitewedding" +
		"whoswhowindowswinnersyamaxunyoutubezuerich"
	topLevels8 = "abudhabiairforceallstateattorneybarclaysbarefootbargainsbaseballboutiquebradescobroadwaybrussels" +
		"buildersbusinesscapetowncateringcatholicciprianicleaningcliniqueclothingcommbankcomputerdelivery" +
		"deloittedemocratdiamondsdiscountdiscoverdownloadengineerericssonexchangefeedbackfidelityfirmdale" +
		"footballfrontiergoodyeargraingergraphicshdfcbankhelsinkiholdingshospitalinfinitiinternalintranet" +
		"ipirangaistanbuljpmorganlightinglundbeckmarriottmckinseymemorialmerckmsdmortgageobserverpartners" +
		"pharmacypicturesplumbingpropertyreliancesaarlandsamsclubsecurityservicesshoppingsoftbanksoftware" +
		"stcgroupsuppliestrainingvanguardventuresverisignwoodsidexn--90aexn--nodexn--p1aixn--qxamyokohama"
	topLevels9 = "accentureallfinanzamsterdamanalyticsaquarellebarcelonabloombergchristmascommunitydirectory" +
		"educationequipmentfairwindsfinancialfirestonefreseniusfurnituregoldpointhisamitsuhomedepot" +
		"homegoodshomesenseinstituteinsurancekuokgrouplandroverlifestylemarketingmarshallsmelbourne" +
		"microsoftpanasonicrichardlishangrilasolutionsstatebankstatefarmstockholmtravelersvacations" +
		"xn--90aisxn--c1avgxn--d1alfxn--e1a4cxn--fhbeixn--j1aefxn--j1amhxn--l1accxn--ngbrxxn--nqv7f" +
		"xn--p1acfxn--qxa6axn--tckwexn--vhquvyodobashi"
	topLevels10 = "accountantapartmentsassociatesbasketballbnpparibasboehringercapitaloneconsultingcreditcard" +
		"cuisinellaeurovisionextraspacefoundationhealthcareimmobilienindustriesmanagementmitsubishi" +
		"nextdirectpropertiesprotectionprudentialrealestaterepublicanrestaurantschaefflertatamotors" +
		"technologyuniversityvlaanderenxn--30rr7yxn--3pxu8kxn--45q11cxn--4gbrimxn--55qx5dxn--5tzm5g" +
		"xn--80aswgxn--90a3acxn--9dbq2axn--9et52uxn--c2br7gxn--cg4bkixn--czrs0txn--czru2dxn--fiq64b" +
		"xn--fiqs8sxn--fiqz9sxn--io0a7ixn--kput3ixn--mxtq1mxn--o3cw4hxn--pssy2uxn--q7ce6axn--unup4y" +
		"xn--wgbh1cxn--wgbl6axn--y9a3aq"
	topLevels11 = "accountantsbarclaycardblackfridayblockbusterbridgestonecalvinkleincontractorscreditunion" +
		"engineeringenterprisesinvestmentskerryhotelslamborghinimotorcyclesolayangroupphotography" +
		"playstationproductionsprogressiveredumbrellawilliamhillxn--11b4c3dxn--1ck2e1bxn--1qqw23a" +
		"xn--2scrj9cxn--3bst00mxn--3ds443gxn--3hcrj9cxn--42c2d9axn--45brj9cxn--55qw42gxn--6frz82g" +
		"xn--80ao21axn--9krt00axn--cck2b3bxn--czr694bxn--d1acj3bxn--efvy88hxn--fct429kxn--fjq720a" +
		"xn--flw351exn--g2xx48cxn--gecrj9cxn--gk3at1exn--h2brj9cxn--hxt814exn--imr513nxn--j6w193g" +
		"xn--jvr189mxn--kprw13dxn--kpry57dxn--mgbbh1axn--mgbtx2bxn--mix082fxn--mix891fxn--nnx388a" +
		"xn--nyqy26axn--otu796dxn--pgbs0dhxn--q9jyb4cxn--rhqv96gxn--rovu88bxn--s9brj9cxn--ses554g" +
		"xn--t60b56axn--vuq861bxn--w4rs40lxn--xhq521bxn--zfr164b"
	topLevels12 = "constructionlplfinancialscholarshipsversicherungxn--3e0b707exn--45br5cylxn--4dbrk0cexn--80adxhks" +
		"xn--80asehdbxn--8y0a063axn--gckr3f0fxn--mgb2ddesxn--mgb9awbfxn--mgbab2bdxn--mgbgu82axn--mgbpl2fh" +
		"xn--mgbt3dhdxn--mgbtf8flxn--mk1bu44cxn--ngbc5azdxn--ngbe9e0axn--ogbpf8flxn--qcka1pmc"
	topLevels13 = "internationallifeinsurancewolterskluwerxn--cckwcxetdxn--eckvdtc9dxn--fpcrj9c3dxn--fzc2c9e2c" +
		"xn--h2brj9c8cxn--tiq49xqyjxn--yfro4i67oxn--ygbi2ammx"
	topLevels14 = "americanfamilyweatherchannelxn--54b7fta0ccxn--6qq986b3xlxn--80aqecdr1axn--b4w605ferd" +
		"xn--fiq228c5hsxn--h2breg3evexn--jlq480n2rgxn--mgba3a3ejtxn--mgba3a4fraxn--mgbaam7a8h" +
		"xn--mgbayh7gpaxn--mgbbh1a71exn--mgbca7dzdoxn--mgbi4ecexpxn--mgbx4cd0abxn--rvc1e0am3e"
	topLevels15 = "americanexpresskerrypropertiessandvikcoromantxn--i1b6b1a6a2exn--kcrx77d1x4axn--lgbbat1ad8j" +
		"xn--mgba3a4f16axn--mgbc0a9azcgxn--nqv7fs00ema"
	topLevels16 = "xn--fzys8d69uvgmxn--mgba7c0bbn0axn--mgbcpq6gpa1axn--mgbqly7cvafrxn--xkc2al3hye2a"
	topLevels17 = "xn--5su34j936bgsgxn--bck1b9a5dre4cxn--mgbah1a3hjkrdxn--mgbai9azgqp6jxn--mgberp4a5d4ar" +
		"xn--xkc2dl3a5ee0h"
	topLevels18 = "travelersinsurancexn--mgbai9a5eva00b"
	topLevels19 = "xn--mgberp4a5d4a87gxn--mgbqly7c0a67fbc"
	topLevels20 = "xn--w4r85el8fhu5dnra"
	topLevels22 = "xn--clchc0ea0b2g2a9gcd"
	topLevels23 = "xn--vermgensberater-ctb"
	topLevels24 = "xn--vermgensberatung-pwb"
)
